import type { Media } from "../../../generated/api";
import { Image } from "../../../ui/base/image";
import { PLACEHOLDER } from "./media-grid";
import { factsText } from "./upload-rules";

/** The greatest width at which the details show an image, in physical pixels. */
const SHOWN = 960;

/** The address of the smallest form that looks sharp in the details. */
const previewUrl = (media: Media): string =>
  media.variants.find(({ width }) => width >= SHOWN)?.url ?? media.url;

/** An image with the facts about its file. */
export function MediaPreview({ media }: { media: Media }) {
  const { file_path, width, height, url } = media;
  const kind = file_path.split(".").at(-1)?.toUpperCase();
  return (
    <figure className="media-preview">
      <Image
        // A failure of the former file does not apply to the new one.
        key={url}
        src={previewUrl(media)}
        alt=""
        fallback={PLACEHOLDER}
        width={width ?? undefined}
        height={height ?? undefined}
      />
      <figcaption className="mono">
        {`${kind}, ${factsText(media)}`}
        <a className="wrap-anywhere" href={url} data-native="">
          {url}
        </a>
      </figcaption>
    </figure>
  );
}
