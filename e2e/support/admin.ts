import type { Page } from "@playwright/test";
import { accounts, type Credentials } from "./templates";

/** Fields of a post that a test sets; the others have defaults. */
export interface PostFields {
  title: string;
  slug: string;
  content?: string;
  summary?: string;
  published?: boolean;
  tags?: string[];
  author?: string;
  published_date?: string;
  featured_image?: string;
}

export interface StoredPost extends Required<PostFields> {
  id: string;
  version: number;
}

/** The API as a program uses it, signed in as the demo's administrator. */
export class AdminApi {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async signIn(url: string): Promise<AdminApi> {
    const { email, password } = accounts().administrator;
    const response = await fetch(`${url}/api/auth/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    if (response.status !== 200) throw new Error(`sign-in: ${response.status}`);
    const { access_token } = (await response.json()) as { access_token: string };
    return new AdminApi(url, access_token);
  }

  /** Creates a post, published by default. */
  async create(fields: PostFields): Promise<StoredPost> {
    return this.expect(201, "POST", "/api/admin/posts", { published: true, ...fields });
  }

  /** Uploads an image to the library. */
  async upload(name: string, file: Buffer): Promise<{ url: string }> {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(file)]), name);
    const headers = { authorization: `Bearer ${this.token}` };
    const answer = await fetch(`${this.url}/api/admin/media`, {
      method: "POST",
      headers,
      body: form,
    });
    if (answer.status !== 201) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { url: string };
  }

  async update(post: StoredPost, fields: Partial<PostFields>): Promise<StoredPost> {
    return this.expect(200, "PUT", `/api/admin/posts/${post.id}`, { ...post, ...fields });
  }

  async delete(post: StoredPost): Promise<void> {
    const response = await this.send("DELETE", `/api/admin/posts/${post.id}`);
    if (response.status !== 204) throw new Error(`DELETE: ${response.status}`);
  }

  /** Makes a call and returns the raw response. */
  send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  private async expect(status: number, method: string, path: string, body: unknown) {
    const response = await this.send(method, path, body);
    const text = await response.text();
    if (response.status !== status)
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as StoredPost;
  }
}

/** Signs the page's browser in without the sign-in page. */
export async function signInCookies(page: Page, who?: Credentials): Promise<void> {
  const { email, password } = who ?? accounts().administrator;
  const response = await page.context().request.post("/api/auth/sign-in", {
    data: { email, password, transport: "cookie" },
  });
  if (response.status() !== 200) throw new Error(`sign-in: ${response.status()}`);
}
