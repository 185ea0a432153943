import type { AuthProps } from "../generated/api";

type Mode = AuthProps["mode"];

/** Heading of the sign-in page by mode. */
export const AUTH_TITLES: Record<Mode, string> = {
  login: "Login to Admin",
  signup: "Sign Up",
  confirm: "Confirm your account",
  reset: "Reset Password",
  update_password: "Set new password",
};

/** Text below the heading. */
export const AUTH_LEADS: Record<Mode, string> = {
  login:
    "Admins register with a business email, then inform the company so that admin rights can be granted manually.",
  signup:
    "Admins register with a business email, then inform the company so that admin rights can be granted manually.",
  confirm: "Press Confirm to create your account.",
  reset: "Enter your account's email address. We'll email you a reset link.",
  update_password:
    "At least 8 characters. Avoid common passwords. You will be signed out everywhere else.",
};

/** Text below the heading for an invitation. */
export const INVITATION_LEAD =
  "Set a password to create your account: at least 8 characters. Avoid common passwords. If you already have an account here, this replaces its password, turns off two-step sign-in and signs you out everywhere.";

/** Toasts with a title and a second line. On the page the two are joined by a dash. */
export const SIGNED_UP = {
  title: "Signup successful",
  text: "Check your email for confirmation (if required).",
} as const;
export const CONFIRMED = {
  title: "Account confirmed",
  text: "You can sign in now.",
} as const;
export const RESET_SENT = {
  title: "Password reset email sent",
  text: "Check your email for a password reset link.",
} as const;
export const PASSWORD_UPDATED = {
  title: "Password updated",
  text: "Every other session has ended.",
} as const;

/** Joins the two lines of a toast. */
export const inOneLine = ({ title, text }: { title: string; text: string }): string =>
  `${title} - ${text}`;

/** Shown in place of the form if a link is incomplete, used or expired. */
export const LINK_VOID =
  "This link has expired or has already been used. Ask for a new one; it takes a minute.";

/** The same for a link that creates an account. */
export const CONFIRM_VOID =
  "This link has expired or has already been used. Sign in if your account is confirmed; otherwise sign up again, or ask for a new invitation.";
