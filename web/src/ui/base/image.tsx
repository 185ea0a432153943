import { type ImgHTMLAttributes, useEffect, useRef, useState } from "react";
import { cx } from "../../lib/cx";
import { Icon } from "./icon";
import { imageOff } from "./icons.generated";
import { imageCandidates } from "./image-candidates";

interface ImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, "src" | "alt"> {
  src: string;
  alt: string;
  /** Address to try if `src` cannot be loaded. */
  fallback?: string;
  /** Text to show if nothing can be loaded. */
  missingText?: string;
}

/** An image that tries its fallback, then .png in place of .webp, then .jpg, and shows a text if none can be loaded. */
export function Image({
  src,
  alt,
  fallback,
  missingText = "Image unavailable",
  className,
  srcSet,
  sizes,
  ...rest
}: ImageProps) {
  const ref = useRef<HTMLImageElement>(null);
  const candidates = imageCandidates(src, fallback);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const current = candidates.find((candidate) => !failed.includes(candidate));
  const forms = current === src ? srcSet : undefined;

  useEffect(() => {
    // Loading may have failed before this component was mounted. An SVG without an intrinsic size has no natural width
    // either, so decoding it tells the two apart.
    const image = ref.current;
    if (!current || !image?.complete || image.naturalWidth > 0) return;
    let isCurrent = true;
    image.decode().catch(() => {
      if (isCurrent) setFailed((before) => [...before, current]);
    });
    return () => {
      isCurrent = false;
    };
  }, [current]);

  if (current === undefined) {
    return (
      <span className={cx("image-missing", className)} role="img" aria-label={alt || missingText}>
        <Icon of={imageOff} size={24} />
        {missingText}
      </span>
    );
  }
  return (
    <img
      decoding="async"
      {...rest}
      ref={ref}
      src={current}
      srcSet={forms}
      sizes={forms && sizes}
      alt={alt}
      className={className}
      onError={() => setFailed((before) => [...before, current])}
    />
  );
}
