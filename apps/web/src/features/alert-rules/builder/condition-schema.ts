import { alertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { cameraCondition } from '@sightline/contracts/alert-rules/camera-conditions';
import { ruleCondition, type RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';

const conditions = ruleCondition.options.flatMap((union) => [...union.options]);

const judgedByCamera: ReadonlySet<string> = new Set(cameraCondition.options.map(({ shape }) => shape.kind.value));

/** The parts of a schema that a form asks about. */
interface Part {
  unwrap?: () => unknown;
  minValue?: number | null;
  maxValue?: number | null;
  format?: string | null;
  options?: readonly { shape?: Record<string, unknown> }[];
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
  return part?.options?.find(({ shape = {} }) => second in shape)?.shape?.[second] as Part | undefined;
}

/** Least and greatest value of a figure, and whether it is whole. */
export interface Limits {
  min: number;
  max: number;
  isWhole: boolean;
}

function limitsOf(part: Part | undefined): Limits {
  const figure = (part?.unwrap?.() ?? part) as Part | undefined;
  return {
    min: figure?.minValue ?? 0,
    max: figure?.maxValue ?? Number.MAX_SAFE_INTEGER,
    isWhole: figure?.format === 'safeint',
  };
}

/** What every figure of a kind's condition can be, by its path. */
function limitsByPath(kind: RuleKind): Record<string, Limits> {
  const paths = Object.entries(partsOf(kind)).flatMap(([name, part]) => [
    name,
    ...(part.options ?? []).flatMap((option) => Object.keys(option.shape ?? {}).map((inner) => `${name}.${inner}`)),
  ]);
  return Object.fromEntries(paths.map((path) => [path, limitsOf(partAt(kind, path))]));
}

/** What the parts of a condition are when nothing is said; those that have to be said are left out. */
const defaultsOf = (kind: RuleKind): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(partsOf(kind)).flatMap(([name, part]) => {
      const said = name === 'kind' ? { success: true, data: kind } : part.safeParse(undefined);
      return said.success ? [[name, said.data]] : [];
    }),
  );

/** Whether a rule of the kind needs at least one zone. */
const needsZones = (kind: RuleKind): boolean =>
  'zones' in partsOf(kind) && !partsOf(kind)['zones']!.safeParse([]).success;

/** What a form has to know of a kind's condition before anything is judged. */
export const conditionFacts = (kind: RuleKind) => ({
  parts: Object.keys(partsOf(kind)),
  limits: limitsByPath(kind),
  defaults: defaultsOf(kind),
  needsZones: needsZones(kind),
  isJudgedByCamera: judgedByCamera.has(kind),
});

/** The schema of what is said of a rule beside its condition. */
export const ruleSchema = alertRuleInput.omit({ condition: true });

/** What a form has to know of a rule beside its condition. */
export const ruleDefaults = () => {
  const { name: _name, severity: _severity, ...defaults } = ruleSchema.parse({ name: '-', severity: 'info' });
  return defaults;
};

/** What a figure of a rule can be. */
export const ruleLimits = (): Record<string, Limits> =>
  Object.fromEntries(Object.entries(ruleSchema.shape).map(([name, part]) => [name, limitsOf(part as unknown as Part)]));
