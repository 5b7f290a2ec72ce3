import { ruleCondition, type RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';

const conditions = ruleCondition.options.flatMap((union) => [...union.options]);

/** The parts of a schema that a form asks about. */
interface Part {
  unwrap?: () => unknown;
  minValue?: number | null;
  maxValue?: number | null;
  format?: string | null;
  options?: readonly { shape: Record<string, unknown> }[];
  safeParse: (value: unknown) => { success: boolean; data?: unknown };
}

/** The schema of a kind's condition, by which the server judges it. */
export const schemaOf = (kind: RuleKind) => conditions.find(({ shape }) => shape.kind.value === kind)!;

const partsOf = (kind: RuleKind): Record<string, Part> => schemaOf(kind).shape as unknown as Record<string, Part>;

/** The part at a path such as `judges.limitS`; of a choice between several, the first that has it. */
function partAt(kind: RuleKind, path: string): Part | undefined {
  const [first, second] = path.split('.');
  const part = partsOf(kind)[first!];
  if (second === undefined) return part;
  return part?.options?.find(({ shape }) => second in shape)?.shape[second] as Part | undefined;
}

/** Least and greatest value of a figure, and whether it is whole. */
export interface Limits {
  min: number;
  max: number;
  isWhole: boolean;
}

/** What a figure of a kind's condition can be. */
export function limitsOf(kind: RuleKind, path: string): Limits {
  const part = partAt(kind, path);
  const figure = (part?.unwrap?.() ?? part) as Part | undefined;
  return {
    min: figure?.minValue ?? 0,
    max: figure?.maxValue ?? Number.MAX_SAFE_INTEGER,
    isWhole: figure?.format === 'safeint',
  };
}

/** Whether a kind's condition has such a part. */
export const hasPart = (kind: RuleKind, name: string): boolean => name in partsOf(kind);

/** What the parts of a condition are when nothing is said; those that have to be said are left out. */
export const defaultsOf = (kind: RuleKind): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(partsOf(kind)).flatMap(([name, part]) => {
      const said = name === 'kind' ? { success: true, data: kind } : part.safeParse(undefined);
      return said.success ? [[name, said.data]] : [];
    }),
  );

/** Whether a rule of the kind needs at least one zone. */
export const needsZones = (kind: RuleKind): boolean =>
  hasPart(kind, 'zones') && !partsOf(kind)['zones']!.safeParse([]).success;
