import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Group,
  type Material,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  SphereGeometry,
  TorusGeometry,
} from "three";
import {
  badgeTexture,
  glowMaterial,
  glowTexture,
  type RobotMaterials,
  robotMaterials,
} from "./robot-materials";
import { superellipsoid } from "./superellipsoid";

type Triple = readonly [number, number, number];

const SIDES = [-1, 1] as const;
const HALF_TURN = Math.PI / 2;

/** The robot as a tree of parts, of which the moving ones are named. */
export type RobotModel = ReturnType<typeof robotModel>;

/** Builds the robot: a crawler whose eyes are text carets, whose antenna is an I-beam and whose prop is a highlighter. */
export function robotModel() {
  const materials = robotMaterials();
  const glow = glowTexture();
  const root = new Group();
  const body = new Group();
  root.add(body);
  const head = buildHead(materials, body);
  const eyes = buildEyes(materials, head.group);
  buildTorso(materials, body);
  const under = buildBase(materials, body);
  const left = buildArm(materials, body, 1);
  const right = buildArm(materials, body, -1);
  pose(left, [0.1, 0, 0.34], [-0.75, 0, 0.1]);
  // This arm points at the headline and holds the pen.
  pose(right, [-0.5, 0, -0.62], [-1.05, 0, -0.35]);
  buildThumb(materials, right.hand, 1);
  buildThumb(materials, left.hand, -1);
  buildPen(materials, right.hand);
  return { root, body, head: head.group, antenna: head.antenna, ...eyes, under, left, right };

  function buildEyes(m: RobotMaterials, parent: Group) {
    const group = new Group();
    group.position.set(0, -0.02, 0);
    parent.add(group);
    const lids = SIDES.map((side) => {
      const eye = new Group();
      eye.position.set(side * 0.27, 0, 0.985);
      eye.rotation.y = side * 0.12;
      const pill = part(
        superellipsoid({ size: [0.082, 0.2, 0.03], roundness: [0.5, 0.6], segments: 32 }),
        m.eye,
      );
      pill.castShadow = pill.receiveShadow = false;
      const light = glowMaterial(glow, 0.62);
      const halo = new Mesh(new PlaneGeometry(0.78, 0.98), light);
      halo.position.z = 0.012;
      eye.add(halo, pill);
      group.add(eye);
      return { pill, light };
    });
    return { eyes: group, lids };
  }

  function buildBase(m: RobotMaterials, parent: Group) {
    const base = new Group();
    base.position.y = -1.16;
    parent.add(base);
    base.add(
      part(superellipsoid({ size: [0.3, 0.17, 0.26], roundness: [0.9, 1] }), m.joint, [0, 0.05, 0]),
    );
    const ring = part(
      new TorusGeometry(0.25, 0.032, 16, 64),
      m.eye,
      [0, -0.07, 0],
      [HALF_TURN, 0, 0],
    );
    ring.castShadow = false;
    const light = glowMaterial(glow, 0.5);
    const floor = new Mesh(new PlaneGeometry(1.5, 0.8), light);
    floor.position.y = -0.24;
    base.add(ring, floor);
    return light;
  }
}

/** Returns a mesh at a position. */
function part(
  geometry: BufferGeometry,
  material: Material,
  position: Triple = [0, 0, 0],
  rotation: Triple = [0, 0, 0],
): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.position.set(...position);
  mesh.rotation.set(...rotation);
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

function buildHead(m: RobotMaterials, parent: Group) {
  const group = new Group();
  group.position.y = 0.98;
  parent.add(group);
  group.add(
    part(superellipsoid({ size: [1, 0.76, 0.82], roundness: [0.62, 0.58], segments: 56 }), m.shell),
    // Bezel and glass of the visor.
    part(
      superellipsoid({ size: [0.845, 0.545, 0.5], roundness: [0.46, 0.5], segments: 52 }),
      m.green,
      [0, -0.03, 0.405],
    ),
    part(
      superellipsoid({ size: [0.785, 0.485, 0.5], roundness: [0.46, 0.52], segments: 52 }),
      m.visor,
      [0, -0.03, 0.445],
    ),
    part(
      superellipsoid({ size: [0.3, 0.07, 0.3], roundness: [0.7, 0.9] }),
      m.green,
      [0, 0.735, -0.02],
    ),
  );
  for (const side of SIDES) {
    group.add(
      part(
        new CylinderGeometry(0.27, 0.27, 0.14, 48),
        m.green,
        [side, -0.03, -0.04],
        [0, 0, HALF_TURN],
      ),
      part(superellipsoid({ size: [0.1, 0.21, 0.21], roundness: [0.7, 1] }), m.shell, [
        side * 1.07,
        -0.03,
        -0.04,
      ]),
      part(
        new TorusGeometry(0.135, 0.018, 12, 48),
        m.mark,
        [side * 1.155, -0.03, -0.04],
        [0, HALF_TURN, 0],
      ),
    );
  }
  const antenna = new Group();
  antenna.position.set(0, 0.78, -0.02);
  group.add(antenna);
  antenna.add(
    part(new CapsuleGeometry(0.028, 0.2, 6, 16), m.joint, [0, 0.1, 0]),
    part(new CapsuleGeometry(0.034, 0.3, 8, 20), m.mark, [0, 0.42, 0]),
  );
  for (const side of SIDES) {
    antenna.add(
      part(
        new CapsuleGeometry(0.034, 0.15, 8, 20),
        m.mark,
        [0, 0.42 + side * 0.175, 0],
        [0, 0, HALF_TURN],
      ),
    );
  }
  return { group, antenna };
}

function buildTorso(m: RobotMaterials, parent: Group): void {
  const torso = new Group();
  torso.position.y = -0.5;
  parent.add(
    part(new CylinderGeometry(0.2, 0.26, 0.3, 40), m.joint, [0, 0.24, 0]),
    part(new TorusGeometry(0.27, 0.055, 16, 48), m.green, [0, 0.16, 0], [HALF_TURN, 0, 0]),
    torso,
  );
  torso.add(
    part(
      superellipsoid({
        size: [0.66, 0.66, 0.54],
        roundness: [0.72, 0.72],
        segments: 44,
        taper: 0.2,
      }),
      m.shell,
    ),
    part(
      superellipsoid({
        size: [0.6, 0.2, 0.485],
        roundness: [0.8, 0.72],
        segments: 44,
        taper: 0.12,
      }),
      m.green,
      [0, -0.44, 0],
    ),
    buildBadge(),
  );
}

/** Builds the mark on the chest, curved like the shell. */
function buildBadge(): Mesh {
  const map = badgeTexture();
  const material = new MeshStandardMaterial({
    map,
    transparent: true,
    roughness: 0.5,
    emissive: 0xffffff,
    emissiveMap: map,
    emissiveIntensity: 0.12,
  });
  const chest = new Mesh(new PlaneGeometry(0.52, 0.52, 16, 16), material);
  const points = chest.geometry.getAttribute("position");
  for (let i = 0; i < points.count; i++) {
    points.setZ(i, -0.22 * points.getX(i) ** 2 - 0.2 * points.getY(i) ** 2);
  }
  chest.geometry.computeVertexNormals();
  chest.position.set(0.03, 0.13, 0.588);
  chest.rotation.x = 0.035;
  return chest;
}

interface Arm {
  upper: Group;
  elbow: Group;
  hand: Group;
}

function buildArm(m: RobotMaterials, parent: Group, side: -1 | 1): Arm {
  const shoulder = new Group();
  shoulder.position.set(side * 0.76, -0.2, 0.02);
  parent.add(shoulder);
  const upper = new Group();
  shoulder.add(part(new SphereGeometry(0.19, 40, 28), m.green), upper);
  const elbow = new Group();
  elbow.position.y = -0.44;
  upper.add(part(new CapsuleGeometry(0.115, 0.22, 12, 32), m.joint, [0, -0.24, 0]), elbow);
  const hand = new Group();
  hand.position.y = -0.56;
  elbow.add(
    part(
      superellipsoid({
        size: [0.17, 0.29, 0.17],
        roundness: [0.75, 1],
        segments: 28,
        taper: -0.12,
      }),
      m.shell,
      [0, -0.2, 0],
    ),
    part(new TorusGeometry(0.135, 0.034, 14, 40), m.green, [0, -0.45, 0], [HALF_TURN, 0, 0]),
    hand,
  );
  hand.add(
    part(
      superellipsoid({ size: [0.175, 0.19, 0.15], roundness: [0.8, 0.85], segments: 28 }),
      m.shell,
      [0, -0.08, 0],
    ),
  );
  return { upper, elbow, hand };
}

function pose({ upper, elbow }: Arm, shoulder: Triple, bend: Triple): void {
  upper.rotation.set(...shoulder);
  elbow.rotation.set(...bend);
}

/** Builds the thumb of a hand, which is a mitten. */
function buildThumb(m: RobotMaterials, hand: Group, side: -1 | 1): void {
  hand.add(
    part(
      new CapsuleGeometry(0.066, 0.12, 10, 24),
      m.shell,
      [side * 0.17, -0.05, 0.07],
      [0.35, 0, side * 0.75],
    ),
  );
}

/** Builds the highlighter and the fingers around it. */
function buildPen(m: RobotMaterials, hand: Group): void {
  for (const x of [-0.085, 0.005, 0.095]) {
    hand.add(
      part(new CapsuleGeometry(0.055, 0.15, 10, 24), m.shell, [x, -0.17, 0.2], [1.25, 0, 0]),
    );
  }
  const pen = new Group();
  const tip = part(new BoxGeometry(0.075, 0.12, 0.04), m.eye, [0, -0.46, 0]);
  tip.castShadow = false;
  pen.add(
    part(new CapsuleGeometry(0.115, 0.62, 12, 40), m.mark, [0, 0.2, 0]),
    part(new CylinderGeometry(0.122, 0.122, 0.2, 40), m.green, [0, 0.26, 0]),
    part(new CylinderGeometry(0.118, 0.075, 0.18, 40), m.joint, [0, -0.24, 0]),
    part(new CylinderGeometry(0.055, 0.05, 0.12, 24), m.shell, [0, -0.38, 0]),
    tip,
  );
  pen.position.set(-0.06, -0.12, 0.2);
  pen.rotation.set(0.3, 0, -1.32);
  pen.scale.setScalar(1.12);
  hand.add(pen);
}
