/** Something that is told, before it has the form that a service wants. */
export interface ToldMessage {
  kind: string;
  atUtcMs: number;
  data: Record<string, unknown>;
  /** Where people see what it is about. */
  url: string | null;
}
