/**
 * What may be written into the audit: each action with the kind of thing that it is about. Every feature adds its own by
 * declaration merging in `<noun>.audit.ts`, so that a misspelt action or a wrong kind does not compile.
 */
export interface AuditActions {}

export type AuditAction = keyof AuditActions;

/** Where the name of a kind of thing stands, as it is when something is done to it. */
export interface NameSource {
  table: string;
  /** The table is not divided by organization. */
  isGlobal?: boolean;
  /** Its ids are texts and no UUIDs. */
  hasTextIds?: boolean;
}

/** The words in which a feature writes into the audit. */
export interface AuditVocabulary {
  /** Kinds of things that belong to the feature and have names. */
  names?: Readonly<Record<string, NameSource>>;
  /** Action → kind of thing, or the kinds. */
  actions: Readonly<Record<string, string | readonly string[]>>;
}

/** Names of all kinds that are declared, by kind. */
export type AuditNames = Readonly<Record<string, NameSource>>;

interface Declared {
  audits?: AuditVocabulary;
}

export const auditNamesOf = (features: readonly Declared[]): AuditNames =>
  Object.assign({}, ...features.map(({ audits }) => audits?.names ?? {})) as AuditNames;

/** Everything that can stand in the audit, for the filter of its screen. */
export const auditActionsOf = (features: readonly Declared[]): string[] =>
  features.flatMap(({ audits }) => Object.keys(audits?.actions ?? {})).sort();
