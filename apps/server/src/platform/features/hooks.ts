/** A moment of one feature at which others do their part, typed by what is given to them. */
export interface HookPoint<Args extends readonly unknown[]> {
  readonly name: string;
  /** Only for the types: nothing is ever stored here. */
  readonly given?: (...args: Args) => Promise<void>;
}

/** What one feature does at a moment of another. */
export interface Hook {
  point: HookPoint<never>;
  run: (...args: never) => Promise<void>;
}

/** A moment that a feature offers in its `<noun>.public.ts`. */
export const hookPoint = <Args extends readonly unknown[]>(name: string): HookPoint<Args> => ({ name });

/** Does something at a moment of another feature. */
export const at = <Args extends readonly unknown[]>(
  point: HookPoint<Args>,
  run: (...args: Args) => Promise<void>,
): Hook => ({ point: point as unknown as HookPoint<never>, run: run as Hook['run'] });

/** Everything that was declared for the moments of features. */
export class Hooks {
  readonly #runs = new Map<HookPoint<never>, Hook['run'][]>();

  add(hooks: readonly Hook[]): void {
    for (const { point, run } of hooks) this.#runs.set(point, [...(this.#runs.get(point) ?? []), run]);
  }

  /** One function that does what was declared, one after the other; the first failure ends it. Asks what was declared when it is called. */
  of<Args extends readonly unknown[]>(point: HookPoint<Args>): (...args: Args) => Promise<void> {
    return async (...args) => {
      for (const run of this.#runs.get(point as unknown as HookPoint<never>) ?? []) await run(...(args as never));
    };
  }
}
