import { type ApiResult, callApi } from "../../../lib/api";
import type { Proof } from "./second-step-fields";

const transport = "cookie" as const;

/** Signs in with what proves the second factor of a sign-in whose password was right. */
export const signInWith = (challenge: string, proof: Proof): Promise<ApiResult<unknown>> =>
  "credential" in proof
    ? callApi("POST", "/api/auth/passkey/finish", { body: { challenge, ...proof, transport } })
    : callApi("POST", "/api/auth/sign-in", { body: { challenge, ...proof, transport } });
