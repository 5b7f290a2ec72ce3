/** Why a browser gives no microphone. `insecure`: the page did not come over https. */
export type MicrophoneFailure = 'insecure' | 'refused' | 'missing' | 'busy';

/** What stands in the way of a talk: the microphone, or what server and core say. */
export type TalkFailure = { kind: 'microphone'; reason: MicrophoneFailure } | { kind: 'answer'; error: unknown };

const reasons: Record<string, MicrophoneFailure> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** What a refused microphone means for the person; null for what no browser throws. */
export const microphoneFailure = (thrown: unknown): MicrophoneFailure | null =>
  thrown instanceof DOMException ? (reasons[thrown.name] ?? null) : null;
