/** Bytes of a body, unless the route says otherwise. */
export const BODY_LIMIT = 16 * 1024;
/** Bytes of a body with long texts, or lists of many people. */
export const LARGE_BODY = 1024 * 1024;
