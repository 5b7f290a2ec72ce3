import type { OrgVariable, OrgVariableType } from '@sightline/contracts/org-variables/org-variable';

/** A value as it is sent. */
export type TypedValue =
  | { type: 'string'; value: string }
  | { type: 'int' | 'float'; value: number }
  | { type: 'json'; value: unknown };

const wholeNumber = /^[+-]?\d+$/;
const decimalNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function parsedJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

/** What a typed text means as a value of this type; null where it means none. */
export function valueOf(type: OrgVariableType, text: string): TypedValue | null {
  const typed = text.trim();
  if (typed === '') return null;
  if (type === 'string') return { type, value: text };
  if (type === 'json') {
    const parsed = parsedJson(typed);
    return parsed === null ? null : { type, value: parsed.value };
  }
  const number = Number(typed);
  const isOfType = type === 'int' ? wholeNumber.test(typed) && Number.isSafeInteger(number) : decimalNumber.test(typed);
  return isOfType && Number.isFinite(number) ? { type, value: number } : null;
}

/** A value as it is typed: JSON over several lines, and a decimal number always with its fraction. */
export function textOf({ type, value }: Pick<OrgVariable, 'type' | 'value'>): string {
  if (type === 'json') return JSON.stringify(value, null, 2);
  const text = String(value);
  return type === 'float' && wholeNumber.test(text) ? `${text}.0` : text;
}

/** JSON put in order, or the text as it is where it is none. */
export function prettyJson(text: string): string {
  const parsed = parsedJson(text);
  return parsed === null ? text : JSON.stringify(parsed.value, null, 2);
}
