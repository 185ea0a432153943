/**
 * Made by scripts/field-limits.mjs: lengths of fields, in characters, from the server's contract. Single constants,
 * because the build inlines them.
 */
export const BOOK_BODY_EMAIL_MAX_LENGTH = 254;
export const BOOK_BODY_MESSAGE_MAX_LENGTH = 5000;
export const BOOK_BODY_NAME_MIN_LENGTH = 2;
export const BOOK_BODY_NAME_MAX_LENGTH = 100;
export const BOOK_BODY_WEBSITE_MAX_LENGTH = 200;
export const ENQUIRY_CHANGE_NOTE_MAX_LENGTH = 5000;
export const FINISH_PASSKEY_BODY_NAME_MIN_LENGTH = 1;
export const FINISH_PASSKEY_BODY_NAME_MAX_LENGTH = 60;
export const MEDIA_CHANGE_ALT_TEXT_MAX_LENGTH = 500;
export const POST_INPUT_SLUG_MAX_LENGTH = 200;
export const POST_INPUT_TAGS_MAX_LENGTH = 64;
export const RESET_PASSWORD_BODY_EMAIL_MAX_LENGTH = 254;
export const SEND_DATA_COMPANY_MAX_LENGTH = 200;
export const SEND_DATA_EMAIL_MAX_LENGTH = 254;
export const SEND_DATA_MESSAGE_MAX_LENGTH = 5000;
export const SEND_DATA_NAME_MAX_LENGTH = 100;
export const SEND_DATA_PHONE_MAX_LENGTH = 50;
export const SEND_DATA_REPORT_TYPE_MAX_LENGTH = 200;
export const SEND_DATA_WEBSITE_MAX_LENGTH = 200;
export const SIGN_UP_BODY_EMAIL_MAX_LENGTH = 254;
export const SIGN_UP_BODY_PASSWORD_MIN_LENGTH = 8;
export const SIGN_UP_BODY_PASSWORD_MAX_LENGTH = 1000;
export const UPDATE_PASSWORD_BODY_PASSWORD_MIN_LENGTH = 8;
export const UPDATE_PASSWORD_BODY_PASSWORD_MAX_LENGTH = 1000;
