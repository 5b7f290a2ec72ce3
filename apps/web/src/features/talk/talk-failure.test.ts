import { expect, it } from 'vitest';
import { microphoneFailure } from './talk-failure.ts';

it('CAM-026 tells a microphone that was refused from one that is missing or in use, and knows nothing of other failures', () => {
  expect(microphoneFailure(new Error('NotAllowedError'))).toBeNull();
  expect(microphoneFailure(new DOMException('', 'SyntaxError'))).toBeNull();
  expect(
    ['NotAllowedError', 'NotFoundError', 'NotReadableError'].map((name) =>
      microphoneFailure(new DOMException('', name)),
    ),
  ).toEqual(['refused', 'missing', 'busy']);
});
