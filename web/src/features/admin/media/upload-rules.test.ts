import { describe, expect, it } from "vitest";
import { failureMessage, isUndescribed, NO_URL, refusal, sizeText } from "./upload-rules";

describe("uploads", () => {
  it("accept a file of exactly the limit, but not one byte more", () => {
    expect(refusal({ size: 5_242_880 }, "gallery")).toBeNull();
    expect(refusal({ size: 5_242_881 }, "gallery")?.text).toBe("File too large (max 5MB)");
    expect(refusal({ size: 2_097_152 }, "post")).toBeNull();
    expect(refusal({ size: 2_097_153 }, "post")?.text).toBe("Image must be less than 2MB");
  });

  it("says why one failed, in the server's words where it has some", () => {
    const error = { code: "x", message: "This image is damaged or incomplete" };
    expect(failureMessage(422, error, "gallery").text).toBe(error.message);
    expect(failureMessage(0, { code: "network", message: "" }, "gallery")).toEqual({
      title: "Upload Failed",
      text: "Failed to upload file",
    });
    expect(failureMessage(0, { code: "network", message: "" }, "post").text).toBe(
      "Failed to upload image. Please try again.",
    );
    expect(failureMessage(401, error, "post")).toEqual({
      title: "Authentication Required",
      text: "Authentication required. Please log in again.",
    });
    const nowhere = { code: NO_URL, message: "" };
    expect(failureMessage(201, nowhere, "gallery").text).toBe("Failed to generate public URL");
    expect(failureMessage(201, nowhere, "post").text).toBe(
      "Failed to get image URL. Please try again.",
    );
    const unexpected = { code: "unexpected", message: "" };
    expect(failureMessage(502, unexpected, "gallery").text).toBe("Unknown error occurred");
  });

  it("recognises alt text that is only the file name", () => {
    expect(isUndescribed({ alt_text: "team.photo", file_name: "team.photo.jpg" })).toBe(true);
    expect(isUndescribed({ alt_text: ".png", file_name: ".png" })).toBe(true);
    expect(isUndescribed({ alt_text: "The team", file_name: "team.jpg" })).toBe(false);
  });

  it("abbreviates sizes", () => {
    expect(sizeText(10)).toBe("1 KB");
    expect(sizeText(83_968)).toBe("82 KB");
    expect(sizeText(1_468_006)).toBe("1.4 MB");
  });
});
