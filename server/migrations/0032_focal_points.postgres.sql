-- The point of an image that stays in sight where it is cut to a shape: in percent of its width from the left, and of its
-- height from the top.
ALTER TABLE media ADD COLUMN focus_x smallint NOT NULL DEFAULT 50;
ALTER TABLE media ADD COLUMN focus_y smallint NOT NULL DEFAULT 50;
