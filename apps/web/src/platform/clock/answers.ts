type Handler = (isAnswered: boolean) => void;

const handlers = new Set<Handler>();

/** Says that a call was answered by our server, whatever the answer was, or that nobody answered it at all. */
export const notifyAnswer = (isAnswered: boolean): void => {
  for (const handler of handlers) handler(isAnswered);
};

/** Hears of every call, until the returned function is called. */
export const onAnswer = (handler: Handler): (() => void) => {
  handlers.add(handler);
  return () => handlers.delete(handler);
};
