/** Names of graphics devices that are none: they draw with the processor, and take it from everything else. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
/** What a browser says that hides its device's name from those who do not ask for it. */
const HIDDEN = "WebKit WebGL";

/** Whether a drawing context has no graphics device behind it. */
export function drawsInSoftware(gl: WebGL2RenderingContext): boolean {
  let name = String(gl.getParameter(gl.RENDERER));
  if (name === HIDDEN) {
    const asked = gl.getExtension("WEBGL_debug_renderer_info");
    if (asked) name = String(gl.getParameter(asked.UNMASKED_RENDERER_WEBGL));
  }
  return SOFTWARE.test(name);
}
