import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { Item, ItemList, SmallText } from '../../ui/lists/item-list.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { isCutOff } from './bring-list.ts';
import { ownImports } from './onboarding-queries.ts';

/** Lists that the person brought before, so that one whose page was closed is found again. */
export function OwnImports({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation();
  const lists = useQuery(ownImports()).data?.items ?? [];
  if (lists.length === 0) return null;
  return (
    <Section title={t('cameraOnboarding.file.before')}>
      <ItemList label={t('cameraOnboarding.file.before')}>
        {lists.map(({ id, fileName, createdAt, counts, expectedRows }) => (
          <Item
            key={id}
            name={fileName === '' ? t('cameraOnboarding.ways.scan') : fileName}
            more={
              <SmallText>
                <Moment utcMs={createdAt} timeZone={ownZone()} to="time" /> ·{' '}
                {isCutOff({ expectedRows, counts })
                  ? t('cameraOnboarding.work.cutOff', {
                      came: formatCount(counts.total),
                      expected: formatCount(expectedRows ?? 0),
                    })
                  : t('cameraOnboarding.work.made', { count: counts.created, total: formatCount(counts.total) })}
              </SmallText>
            }
          >
            <Button variant="default" onClick={() => onOpen(id)}>
              {t('cameraOnboarding.file.open')}
            </Button>
          </Item>
        ))}
      </ItemList>
    </Section>
  );
}
