/** Placeholder address of an embedded picture in pasted HTML, until it is uploaded. */
export const PASTED_IMAGE = "#pasted-image-";

const DATA = /^data:image\/([a-z0-9.+-]+);base64,([a-z0-9+/=\s]+)$/i;
const NAMES: Record<string, string> = { jpeg: "jpg", "svg+xml": "svg" };

/** A picture that was embedded as data, as a file; null for what is none. */
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

/** Pictures that were taken out of pasted HTML, by their placeholder address. */
export class PastedImages {
  private readonly files = new Map<string, File>();
  /** How many could not be read, such as Word's own, which are files of another computer. */
  lost = 0;

  /** Keeps an embedded picture; answers the address to put in its place, null when it cannot be read. */
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

  /** Whether any waits to be taken. */
  get isEmpty(): boolean {
    return this.files.size === 0;
  }

  /** Returns the picture of a placeholder address. */
  get(address: string): File | undefined {
    return this.files.get(address);
  }

  clear(): void {
    this.files.clear();
    this.lost = 0;
  }
}
