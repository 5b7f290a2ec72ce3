import { entry, type ErrorEntry } from './error-entry.ts';

/** What is told to places outside. */
export const webhookErrors = {
  webhook_off: entry(409, false, 'This webhook is switched off. Switch it on first, then send the messages again.'),
} as const satisfies Record<string, ErrorEntry>;
