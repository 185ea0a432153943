/** Renderers without a graphics device: they draw with the processor, which slows down everything else. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
/** Name that WebKit reports unless the device's name is requested by an extension. */
const HIDDEN = "WebKit WebGL";

/** Whether a drawing context renders in software. */
export function drawsInSoftware(gl: WebGL2RenderingContext): boolean {
  let name = String(gl.getParameter(gl.RENDERER));
  if (name === HIDDEN) {
    const asked = gl.getExtension("WEBGL_debug_renderer_info");
    if (asked) name = String(gl.getParameter(asked.UNMASKED_RENDERER_WEBGL));
  }
  return SOFTWARE.test(name);
}
