// A bundle by hand. A real one is built from React components; see the README.
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export function head(json) {
  const { name } = JSON.parse(json);
  return JSON.stringify({ title: `Hello ${name}` });
}

export async function render(json) {
  const { name } = JSON.parse(json);
  return `<h1>Hello ${escape(name)}</h1>`;
}
