/** `${NAME}` in the texts of a project file. */

export type Variables = Readonly<Record<string, string | undefined>>;

/** The text with the values of its variables, and the names of those that have none, which stay as they are written. */
export interface Replaced {
  readonly text: string;
  readonly missing: readonly string[];
}

/** Puts the values of variables in place. An empty variable counts as missing: CI systems set unknown secrets to "". */
export function replaceVariables(text: string, variables: Variables): Replaced {
  const missing: string[] = [];
  const replaced = text.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => {
    const value = variables[name];
    if (value !== undefined && value !== "") return value;
    missing.push(name);
    return whole;
  });
  return { text: replaced, missing };
}
