import type { MfaEnrolment } from '@sightline/contracts/mfa/mfa';

/** Where somebody is who adds an authenticator. Picture and manual code live only here, and only until they are verified. */
export interface EnrolmentState {
  enrolment: MfaEnrolment | null;
  isVerifying: boolean;
  /** Backup codes, which are shown once; null where none were made. */
  codes: readonly string[] | null;
  isDone: boolean;
}

/** What happens on the way. */
export type EnrolmentStep =
  | { type: 'create' }
  | { type: 'created'; enrolment: MfaEnrolment }
  | { type: 'verify' }
  | { type: 'refused' }
  | { type: 'verified'; codes: readonly string[] | null };

export const noEnrolment: EnrolmentState = { enrolment: null, isVerifying: false, codes: null, isDone: false };

/** The state after a step. Creating begins from nothing: an old picture would be scanned in vain. */
export const enrolmentAfter = (state: EnrolmentState, step: EnrolmentStep): EnrolmentState => {
  switch (step.type) {
    case 'create':
      return noEnrolment;
    case 'created':
      return { ...noEnrolment, enrolment: step.enrolment };
    case 'verify':
      return { ...state, isVerifying: true };
    case 'refused':
      return { ...state, isVerifying: false };
    case 'verified':
      return { ...noEnrolment, codes: step.codes, isDone: true };
  }
};
