/** Prefix of the placeholder address for an embedded image in pasted HTML, until it is uploaded. */
export const PASTED_IMAGE = "#pasted-image-";

const DATA = /^data:image\/([a-z0-9.+-]+);base64,([a-z0-9+/=\s]+)$/i;
const NAMES: Record<string, string> = { jpeg: "jpg", "svg+xml": "svg" };

/** Returns an embedded image as a file; null if the address is not that of an image. */
export function fileOf(address: string): File | null {
  const [, type = "", data = ""] = DATA.exec(address.trim()) ?? [];
  if (data === "") return null;
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, "")), (char) => char.charCodeAt(0));
    const kind = type.toLowerCase();
    return new File([bytes], `pasted.${NAMES[kind] ?? kind}`, { type: `image/${kind}` });
  } catch {
    return null;
  }
}

/** Embedded images taken out of pasted HTML, by placeholder address. */
export class PastedImages {
  private readonly files = new Map<string, File>();
  /** Number of unreadable images, such as Word's, which refer to files on another computer. */
  lost = 0;

  /** Stores an embedded image. Returns its placeholder address; null if it cannot be read. */
  keep(address: string): string | null {
    const file = fileOf(address);
    if (!file) {
      this.lost += 1;
      return null;
    }
    const mark = `${PASTED_IMAGE}${this.files.size + 1}`;
    this.files.set(mark, file);
    return mark;
  }

  /** Whether no images are stored. */
  get isEmpty(): boolean {
    return this.files.size === 0;
  }

  /** Returns the image of a placeholder address. */
  get(address: string): File | undefined {
    return this.files.get(address);
  }

  clear(): void {
    this.files.clear();
    this.lost = 0;
  }
}
