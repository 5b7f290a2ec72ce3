const refreshMs = 250;
const quietRefreshMs = 10_000;

export type RunningStep = {
  /** What the step is at, such as "120 of 310 MB". */
  update(detail: string): void;
  done(detail?: string): void;
  failed(): void;
};

/** Shows a step with its seconds: on one line that renews itself on a terminal, otherwise as lines now and then. */
export function beginStep(title: string, output: NodeJS.WriteStream = process.stdout): RunningStep {
  const startedAtMs = performance.now();
  let detail = '';
  const seconds = (): string => `${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`;
  const text = (mark: string): string =>
    `${mark} ${title.padEnd(28)} ${seconds().padStart(7)}${detail === '' ? '' : `  ${detail}`}`;
  const show = (): boolean => output.write(output.isTTY ? `\r\x1b[K${text('..')}` : `${text('..')}\n`);
  const timer = setInterval(show, output.isTTY ? refreshMs : quietRefreshMs);
  if (output.isTTY) show();
  const finish = (mark: string): void => {
    clearInterval(timer);
    output.write(`${output.isTTY ? '\r\x1b[K' : ''}${text(mark)}\n`);
  };
  return {
    update: (next) => (detail = next),
    done: (next) => {
      detail = next ?? '';
      finish('ok');
    },
    failed: () => finish('!!'),
  };
}

/** Runs `work` as a step; an error marks the step as failed and is passed on. */
export async function withStep<T>(title: string, work: (step: RunningStep) => Promise<T>): Promise<T> {
  const step = beginStep(title);
  let last = '';
  try {
    const result = await work({
      ...step,
      update: (detail) => step.update((last = detail)),
      done: (detail) => (last = detail ?? ''),
    });
    step.done(last);
    return result;
  } catch (error) {
    step.failed();
    throw error;
  }
}
