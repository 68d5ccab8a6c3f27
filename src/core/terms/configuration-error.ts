/** What a program ends with then, so that nobody starts it again: EX_CONFIG of sysexits.h, and RestartPreventExitStatus of the systemd units. */
export const WRONG_CONFIGURATION = 78

/** What is configured cannot be used, and no further try changes that: an operator has to. Says which variable or file, and never a secret. */
export class ConfigurationError extends Error {}
