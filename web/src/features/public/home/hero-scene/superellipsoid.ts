import { BufferGeometry, Float32BufferAttribute, Vector3 } from "three";

/** Shape of a superellipsoid: half-axes, roundness, resolution, and how much wider its top is. */
export interface Superellipsoid {
  size: readonly [x: number, y: number, z: number];
  /** 1 is a sphere, towards 0 a box: in the side view, and seen from above. */
  roundness?: readonly [vertical: number, horizontal: number];
  segments?: number;
  taper?: number;
}

const signedPower = (value: number, exponent: number): number =>
  Math.sign(value) * Math.abs(value) ** exponent;

/** Returns the "squircle" geometry of which the robot's parts are made, with exact normals. */
export function superellipsoid({
  size: [a, b, c],
  roundness: [vertical, horizontal] = [0.6, 0.6],
  segments = 36,
  taper = 0,
}: Superellipsoid): BufferGeometry {
  const positions: number[] = [];
  const normals: number[] = [];
  const indices: number[] = [];
  const columns = segments * 2;
  const normal = new Vector3();
  for (let row = 0; row <= segments; row++) {
    const v = -Math.PI / 2 + (Math.PI * row) / segments;
    const cosV = Math.cos(v);
    const sinV = Math.sin(v);
    for (let column = 0; column <= columns; column++) {
      // The seam is at the back.
      const u = -Math.PI + (2 * Math.PI * column) / columns;
      const cosU = Math.cos(u);
      const sinU = Math.sin(u);
      const y = b * signedPower(sinV, vertical);
      const widening = 1 + taper * (y / b);
      const around = signedPower(cosV, vertical) * widening;
      positions.push(
        a * around * signedPower(sinU, horizontal),
        y,
        c * around * signedPower(cosU, horizontal),
      );
      const outward = signedPower(cosV, 2 - vertical);
      normal.set(
        (outward * signedPower(sinU, 2 - horizontal)) / a,
        signedPower(sinV, 2 - vertical) / b - (taper * 0.9 * Math.abs(cosV)) / b,
        (outward * signedPower(cosU, 2 - horizontal)) / c,
      );
      normal.normalize();
      normals.push(normal.x, normal.y, normal.z);
    }
  }
  for (let row = 0; row < segments; row++) {
    for (let column = 0; column < columns; column++) {
      const p = row * (columns + 1) + column;
      const q = p + columns + 1;
      indices.push(p, p + 1, q, q, p + 1, q + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  geometry.setIndex(indices);
  return geometry;
}
