/** What an expression can read of an event. */
export type EventFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** Whether an event is meant. A field that an event does not have is like nothing, and neither above nor below anything. */
export type EventExpression = (facts: EventFacts) => boolean;

type Literal = string | number | boolean;

const tokens = /\s*(?:(==|!=|>=|<=|>|<|\(|\))|"([^"]*)"|(-?\d+(?:\.\d+)?)(?![\w.])|([A-Za-z_]\w*))/y;
const maxDepth = 20;
/** Comparisons and what joins them. */
const maxParts = 200;

interface Token {
  kind: 'sign' | 'text' | 'number' | 'word';
  value: string;
}

function tokensOf(expression: string): Token[] | null {
  const found: Token[] = [];
  tokens.lastIndex = 0;
  const whole = expression.trimEnd();
  while (tokens.lastIndex < whole.length) {
    const match = tokens.exec(whole);
    if (!match) return null;
    const [, sign, text, number, word] = match;
    if (sign !== undefined) found.push({ kind: 'sign', value: sign });
    else if (text !== undefined) found.push({ kind: 'text', value: text });
    else if (number !== undefined) found.push({ kind: 'number', value: number });
    else found.push({ kind: 'word', value: word ?? '' });
  }
  return found;
}

const comparisons: Readonly<Record<string, (value: unknown, literal: Literal) => boolean>> = {
  '==': (value, literal) => value === literal,
  '!=': (value, literal) => value !== literal,
  '>': (value, literal) => typeof value === 'number' && typeof literal === 'number' && value > literal,
  '>=': (value, literal) => typeof value === 'number' && typeof literal === 'number' && value >= literal,
  '<': (value, literal) => typeof value === 'number' && typeof literal === 'number' && value < literal,
  '<=': (value, literal) => typeof value === 'number' && typeof literal === 'number' && value <= literal,
};

const reserved: ReadonlySet<string> = new Set(['and', 'or', 'not', 'true', 'false']);

class Unreadable extends Error {}

/** One comparison of an expression. */
export interface ExpressionComparison {
  field: string;
  sign: string;
  literal: string | number | boolean;
}

/** Reads tokens from the first to the last; `or` binds less than `and`, and that less than `not`. */
class Reader {
  readonly #tokens: readonly Token[];
  /** All that it compares. */
  readonly comparisons: ExpressionComparison[] = [];
  #next = 0;
  #depth = 0;
  #parts = 0;

  constructor(all: readonly Token[]) {
    this.#tokens = all;
  }

  whole(): EventExpression {
    const read = this.#any();
    if (this.#next < this.#tokens.length) throw new Unreadable();
    return read;
  }

  #any(): EventExpression {
    const parts = [this.#all()];
    while (this.#takes('word', 'or')) parts.push(this.#all());
    return (facts) => parts.some((part) => part(facts));
  }

  #all(): EventExpression {
    const parts = [this.#one()];
    while (this.#takes('word', 'and')) parts.push(this.#one());
    return (facts) => parts.every((part) => part(facts));
  }

  #one(): EventExpression {
    if (this.#takes('word', 'not'))
      return this.#deeper(
        (inner) => (facts) => !inner(facts),
        () => this.#one(),
      );
    if (!this.#takes('sign', '(')) return this.#comparison();
    return this.#deeper(
      (inner) => {
        if (!this.#takes('sign', ')')) throw new Unreadable();
        return inner;
      },
      () => this.#any(),
    );
  }

  #deeper(make: (inner: EventExpression) => EventExpression, read: () => EventExpression): EventExpression {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new Unreadable();
    const made = make(read());
    this.#depth -= 1;
    return made;
  }

  #comparison(): EventExpression {
    const [field, sign, literal] = this.#tokens.slice(this.#next, this.#next + 3);
    const compare =
      sign?.kind === 'sign' && Object.hasOwn(comparisons, sign.value) ? comparisons[sign.value] : undefined;
    if (field?.kind !== 'word' || reserved.has(field.value) || !compare || !literal) throw new Unreadable();
    this.#next += 3;
    const value = literalOf(literal);
    this.#count();
    this.comparisons.push({ field: field.value, sign: sign!.value, literal: value });
    return (facts) => compare(Object.hasOwn(facts, field.value) ? facts[field.value] : undefined, value);
  }

  #count(): void {
    this.#parts += 1;
    if (this.#parts > maxParts) throw new Unreadable();
  }

  #takes(kind: Token['kind'], value: string): boolean {
    const token = this.#tokens[this.#next];
    if (token?.kind !== kind || token.value !== value) return false;
    if (kind === 'word') this.#count();
    this.#next += 1;
    return true;
  }
}

function read<T>(expression: string, take: (reader: Reader) => T): T | null {
  const found = tokensOf(expression);
  if (found === null || found.length === 0) return null;
  try {
    return take(new Reader(found));
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function literalOf({ kind, value }: Token): Literal {
  if (kind === 'text') return value;
  if (kind === 'number') return Number(value);
  if (kind === 'word' && (value === 'true' || value === 'false')) return value === 'true';
  throw new Unreadable();
}

/**
 * Reads an expression over the fields of an event: comparisons with a text in double quotes, a number, `true` or `false`, joined by
 * `and`, `or`, `not` and brackets. `class == "vehicle" and speed > 0.3`. Null for what is none.
 */
export const readExpression = (expression: string): EventExpression | null =>
  read(expression, (reader) => reader.whole());

/** What an expression compares; null for what is none. */
export const comparisonsIn = (expression: string): readonly ExpressionComparison[] | null =>
  read(expression, (reader) => {
    reader.whole();
    return reader.comparisons;
  });
