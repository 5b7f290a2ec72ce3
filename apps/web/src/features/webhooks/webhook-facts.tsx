import { Button } from '@mantine/core';
import type { Webhook } from '@sightline/contracts/webhooks/webhook';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { Row } from '../../ui/layout/row.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';
import { WebhookState } from './webhook-state.tsx';
import { kindNames } from './webhook-words.ts';
import classes from './webhooks.module.css';

const RotateSecret = lazy(async () => ({ default: (await import('./rotate-secret.tsx')).RotateSecret }));

/** What is known of a webhook. */
export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const [isRotating, setRotating] = useState(false);
  const until = webhook.formerSecretUntilUtcMs;
  return (
    <Section>
      <Facts>
        <dt>{t('webhooks.list.state')}</dt>
        <dd>
          <WebhookState webhook={webhook} />
        </dd>
        <dt>{t('webhooks.form.url')}</dt>
        <dd>
          <bdi dir="ltr" className={classes.url}>
            {webhook.url}
          </bdi>
        </dd>
        <dt>{t('webhooks.form.kinds')}</dt>
        <dd>{kindNames(t, webhook.messageKinds)}</dd>
        <dt>{t('webhooks.made.secret')}</dt>
        <dd>
          <Row wrap align="center" gap={12}>
            {until !== null && (
              <span>
                {t('webhooks.rotate.both', {
                  day: formatTime(until, ownZone(), 'day'),
                  time: leftToRight(formatTime(until, ownZone(), 'time')),
                })}
              </span>
            )}
            <Button variant="default" size="compact-sm" onClick={() => setRotating(true)}>
              {t('webhooks.rotate.action')}
            </Button>
          </Row>
        </dd>
      </Facts>
      {isRotating && (
        <Suspense>
          <RotateSecret webhook={webhook} onClose={() => setRotating(false)} />
        </Suspense>
      )}
    </Section>
  );
}
