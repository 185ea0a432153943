-- Whether the AVIF versions of an image have been encoded, or found to be no smaller. They are among its variants.
ALTER TABLE media ADD COLUMN avif_encoded boolean NOT NULL DEFAULT false;
