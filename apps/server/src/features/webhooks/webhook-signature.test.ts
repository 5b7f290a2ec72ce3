import { expect, it } from 'vitest';
import { newWebhookSecret, signedHeaders } from './webhook-signature.ts';

// The example that the libraries of Standard Webhooks are tested with.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const content = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', atSeconds: 1_614_265_330, body: '{"test": 2432232314}' };

it('signs as the libraries of receivers expect it (SET-010)', () => {
  expect(signedHeaders([secret], content)).toEqual({
    'webhook-id': content.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('signs by both secrets while two are valid', () => {
  const both = signedHeaders([newWebhookSecret(), secret], content)['webhook-signature'] ?? '';
  const [first, second] = both.split(' ');
  expect(second).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(first).toMatch(/^v1,[\w+/]{43}=$/);
  expect(first).not.toBe(second);
});

it('makes secrets of 32 bytes that are never the same', () => {
  expect(newWebhookSecret()).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(newWebhookSecret()).not.toBe(newWebhookSecret());
});
