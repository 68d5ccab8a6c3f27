/** Returns the variables of an environment that are set: empty text counts as absent, and so does nothing but white space. Pure. */
export const setVariables = (
  environment: Record<string, string | undefined>,
): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
