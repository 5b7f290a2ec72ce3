import { z } from 'zod';
import { alertErrors } from './errors/alert-errors.ts';
import { analysisErrors } from './errors/analysis-errors.ts';
import { cameraErrors } from './errors/camera-errors.ts';
import { coreErrors } from './errors/core-errors.ts';
import { directoryErrors } from './errors/directory-errors.ts';
import { dispatchErrors } from './errors/dispatch-errors.ts';
import { accessEventErrors } from './errors/access-event-errors.ts';
import { doorErrors } from './errors/door-errors.ts';
import { entranceErrors } from './errors/entrance-errors.ts';
import { footageErrors } from './errors/footage-errors.ts';
import { integrationErrors } from './errors/integration-errors.ts';
import { organizationErrors } from './errors/organization-errors.ts';
import { peopleErrors } from './errors/people-errors.ts';
import { signInErrors } from './errors/sign-in-errors.ts';
import { startUpErrors } from './errors/start-up-errors.ts';
import { talkErrors } from './errors/talk-errors.ts';
import { uniformErrors } from './errors/uniform-errors.ts';
import { viewingErrors } from './errors/viewing-errors.ts';
import { webhookErrors } from './errors/webhook-errors.ts';
import type { ErrorEntry } from './errors/error-entry.ts';

/** The one catalogue of failures: every code that an answer, a gap, a status or a start-up can carry. A code is added to the file of its area. */
export const errorCatalogue = {
  ...signInErrors,
  ...organizationErrors,
  ...peopleErrors,
  ...coreErrors,
  ...cameraErrors,
  ...footageErrors,
  ...viewingErrors,
  ...talkErrors,
  ...analysisErrors,
  ...alertErrors,
  ...webhookErrors,
  ...dispatchErrors,
  ...integrationErrors,
  ...directoryErrors,
  ...accessEventErrors,
  ...doorErrors,
  ...entranceErrors,
  ...uniformErrors,
  ...startUpErrors,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** A code of the catalogue. */
export const errorCode = z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]);

/** Body of every failed answer. `data` names fields or limits; it never carries secrets. */
export const errorBody = z.object({
  code: errorCode,
  message: z.string(),
  data: z.record(z.string(), z.unknown()),
  requestId: z.string(),
});

export type ErrorBody = z.infer<typeof errorBody>;

/** A failure of the catalogue, thrown by services and drivers; the HTTP edge turns it into `ErrorBody`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown>;

  constructor(code: ErrorCode, data: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(errorCatalogue[code].text, options);
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
}
