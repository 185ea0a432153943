import { afterEach, expect, it, vi } from "vitest";
import { croppedFile, isAnimated, namedAs } from "./cropped-file";

afterEach(() => vi.restoreAllMocks());

const area = { x: 10, y: 20, width: 300, height: 200 };
const image = document.createElement("img");

/** Returns a canvas that writes `type`, whatever type is requested. */
function canvasOf(type: string | null) {
  const drawImage = vi.fn();
  const asked = vi.fn();
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    drawImage,
  } as unknown as null);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, ...rest) => {
    asked(...rest);
    done(type === null ? null : new Blob(["x"], { type }));
  });
  return { drawImage, asked };
}

it("knows animations by the headers of their files", () => {
  const bytes = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0)).buffer;
  const webp = (kind: string, flags: number) =>
    bytes(`RIFF....WEBP${kind}....${String.fromCharCode(flags)}...ANIM`);
  expect(isAnimated(webp("VP8X", 0x12))).toBe(true);
  expect(isAnimated(webp("VP8X", 0x10))).toBe(false);
  expect(isAnimated(webp("VP8L", 0x02))).toBe(false);
  expect(isAnimated(bytes("\x89PNG....IHDR....acTL....IDAT...."))).toBe(true);
  expect(isAnimated(bytes("\x89PNG....IHDR....IDAT..acTL"))).toBe(false);
  expect(isAnimated(bytes("\xff\xd8\xff"))).toBe(false);
});

it("draws only the area and keeps the type", async () => {
  const { drawImage, asked } = canvasOf("image/webp");
  const file = await croppedFile(image, area, "image/webp", (type) => namedAs("a.b.webp", type));
  expect(drawImage).toHaveBeenCalledWith(image, 10, 20, 300, 200, 0, 0, 300, 200);
  expect(asked).toHaveBeenCalledWith("image/webp", 0.92);
  expect([file?.name, file?.type]).toEqual(["a.b.webp", "image/webp"]);
});

it("names the file by the type that the browser has written instead", async () => {
  canvasOf("image/png");
  const file = await croppedFile(image, area, "image/webp", (type) =>
    namedAs("team.webp", type, "-cropped"),
  );
  expect([file?.name, file?.type]).toEqual(["team-cropped.png", "image/png"]);
});

it("returns no file if the canvas cannot be encoded", async () => {
  canvasOf(null);
  expect(await croppedFile(image, area, "image/png", () => "a.png")).toBeNull();
});

it("uses the extension of the type", () => {
  expect(namedAs("Team photo.JPEG", "image/jpeg")).toBe("Team photo.jpg");
  expect(namedAs("photo", "image/png", "-cropped")).toBe("photo-cropped.png");
  expect(namedAs(".png", "image/png")).toBe("image.png");
});
