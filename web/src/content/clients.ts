/** A client whose wordmark is shown; `slug` names the file in `public/images/clients`, sizes are in px. */
export interface Client {
  name: string;
  slug: string;
  width: number;
}

/** Every wordmark is drawn 56 px high. */
export const CLIENT_LOGO_HEIGHT = 56;

export const CLIENTS: readonly Client[] = [
  { name: "Ambertide", slug: "ambertide", width: 135 },
  { name: "Brindlemere", slug: "brindlemere", width: 197 },
  { name: "Custerly", slug: "custerly", width: 163 },
  { name: "Dovestead", slug: "dovestead", width: 204 },
  { name: "Fenmarrow", slug: "fenmarrow", width: 175 },
  { name: "Halvening", slug: "halvening", width: 157 },
  { name: "Larkspindle", slug: "larkspindle", width: 172 },
  { name: "Northquay Freight", slug: "northquay-freight", width: 201 },
  { name: "Oakhollow", slug: "oakhollow", width: 209 },
  { name: "Pellthorpe", slug: "pellthorpe", width: 127 },
  { name: "Quillhaven", slug: "quillhaven", width: 205 },
  { name: "Stavelow & Co", slug: "stavelow-and-co", width: 215 },
  { name: "Tarnwick", slug: "tarnwick", width: 188 },
  { name: "Wexmoor", slug: "wexmoor", width: 224 },
];
