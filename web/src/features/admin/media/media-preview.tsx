import type { Media } from "../../../generated/api";
import { Image } from "../../../ui/base/image";
import { PLACEHOLDER } from "./media-grid";
import { sizeText } from "./upload-rules";

/** As wide as the details show an image, in pixels, on fine screens too. */
const SHOWN = 960;

/** The address of the smallest form that looks sharp in the details. */
const previewUrl = (media: Media): string =>
  media.variants.find(({ width }) => width >= SHOWN)?.url ?? media.url;

/** An image with what is to say of its file. */
export function MediaPreview({ media }: { media: Media }) {
  const { file_path, width, height, size, url } = media;
  const kind = file_path.slice(file_path.lastIndexOf(".") + 1).toUpperCase();
  const facts = [kind, width && height ? `${width} × ${height}` : null, sizeText(size)];
  return (
    <figure className="media-preview">
      <Image
        // What failed of the former file says nothing of this one.
        key={url}
        src={previewUrl(media)}
        alt=""
        fallback={PLACEHOLDER}
        width={width ?? undefined}
        height={height ?? undefined}
      />
      <figcaption className="mono">
        {facts.filter(Boolean).join(", ")}
        <a className="wrap-anywhere" href={url} data-native="">
          {url}
        </a>
      </figcaption>
    </figure>
  );
}
