import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import type { OpenStreamRelay } from '../stream-relay.ts';
import type { FromCompatWorker, ToCompatWorker } from './compat-messages.ts';
import { CompatSource } from './compat-source.ts';

/** Reads streams in this process, which is to do nothing else: native code. Answers what to do with each message of the parent. */
export function readCompatSources(parts: {
  send: (message: FromCompatWorker) => void;
  openRelay: OpenStreamRelay;
}): (message: ToCompatWorker) => void {
  Log.setLevel(AV_LOG_QUIET);
  const sources = new Map<number, CompatSource>();
  return (message) => {
    if (message.type === 'stop') {
      sources.get(message.id)?.stop();
      return;
    }
    const source = new CompatSource(message.id, parts);
    sources.set(message.id, source);
    void source.run(message).finally(() => sources.delete(message.id));
  };
}
