import { Button } from '@mantine/core';
import type { ApiLimit } from '@sightline/contracts/integrations/integration';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { SmallText } from '../../ui/lists/item-list.tsx';
import { Lead, Section } from '../../ui/page/section.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { PlainTable, type PlainColumn } from '../../ui/table/plain-table.tsx';
import { limitsQuery } from './integration-queries.ts';
import { useServiceName } from './use-service-name.ts';

const QuotasDialog = lazy(async () => ({ default: (await import('./quotas-dialog.tsx')).QuotasDialog }));

const columnsOf = (t: TFunction, product: string): PlainColumn<ApiLimit>[] => [
  {
    id: 'name',
    header: t('integrations.quotas.of'),
    cell: ({ service }) => t(`integrations.quotas.names.${service}`, { product }),
  },
  {
    id: 'quota',
    header: t('integrations.quotas.quota'),
    isNumber: true,
    cell: ({ quota }) => (quota === null ? t('integrations.quotas.none') : formatCount(quota)),
  },
  { id: 'used', header: t('integrations.quotas.used'), isNumber: true, cell: ({ used }) => formatCount(used) },
  {
    id: 'left',
    header: t('integrations.quotas.left'),
    isNumber: true,
    cell: ({ left }) => (left === null ? t('integrations.quotas.none') : formatCount(left)),
  },
];

/** How much of each service may be used in a month, and how much was. */
export function Quotas() {
  const { t } = useTranslation();
  const product = useServiceName()('sightline');
  const [isEditing, setEditing] = useState(false);
  const limits = useQuery(limitsQuery());
  const renewsAtUtcMs = limits.data?.items[0]?.renewsAtUtcMs;
  return (
    <Section title={t('integrations.quotas.title')}>
      {renewsAtUtcMs !== undefined && (
        <Lead>
          {t('integrations.quotas.renew', {
            day: formatTime(renewsAtUtcMs, ownZone(), 'day'),
            time: leftToRight(formatTime(renewsAtUtcMs, ownZone(), 'time')),
          })}
        </Lead>
      )}
      <ListScreen list={limits} failed={t('integrations.quotas.failed')} rows={4}>
        {({ items }) => (
          <Stack gap={16} justify="start">
            <PlainTable
              label={t('integrations.quotas.title')}
              columns={columnsOf(t, product)}
              rows={items}
              rowKey={({ service }) => service}
            />
            <SmallText>{t('integrations.quotas.vcc')}</SmallText>
            <Button variant="default" onClick={() => setEditing(true)}>
              {t('integrations.quotas.edit')}
            </Button>
          </Stack>
        )}
      </ListScreen>
      {isEditing && (
        <Suspense>
          <QuotasDialog onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Section>
  );
}
