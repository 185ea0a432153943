-- The point of an image that stays in sight where it is cut to a shape: in percent of its width from the left, and of its
-- height from the top.
ALTER TABLE media ADD COLUMN focus_x INTEGER NOT NULL DEFAULT 50;
ALTER TABLE media ADD COLUMN focus_y INTEGER NOT NULL DEFAULT 50;
