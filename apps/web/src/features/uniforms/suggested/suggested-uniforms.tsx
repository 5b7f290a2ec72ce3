import { Button } from '@mantine/core';
import type { SuggestedGroup, SuggestedUniforms as Suggested } from '@sightline/contracts/uniforms/uniform';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import page from '../../../ui/page/settings-list.module.css';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { Moment } from '../../../ui/time/moment.tsx';
import { UniformPicture } from '../uniform-picture.tsx';
import { HowSuggested } from './how-suggested.tsx';
import classes from '../uniforms.module.css';

interface SuggestedUniformsProps {
  list: UseQueryResult<Suggested>;
  onSave: (groupId: string) => void;
}

/** Groups of people in clothes that are alike, as cards. */
export function SuggestedUniforms({ list, onSave }: SuggestedUniformsProps) {
  const { t } = useTranslation();
  const [isExplained, setIsExplained] = useState(false);
  const waiting = list.data?.waiting ?? 0;
  const progress = t('uniforms.suggested.waiting', { count: waiting, shown: formatCount(waiting) });
  return (
    <div className={page.list}>
      <ListScreen
        list={list}
        failed={t('uniforms.suggested.failed')}
        isEmpty={({ suggestedGroups }) => suggestedGroups.length === 0}
        empty={
          <EmptyState
            title={t('uniforms.suggested.emptyTitle')}
            text={waiting > 0 ? progress : t('uniforms.suggested.emptyText')}
          >
            <Button variant="default" onClick={() => setIsExplained(true)}>
              {t('uniforms.suggested.viewMore')}
            </Button>
          </EmptyState>
        }
      >
        {({ suggestedGroups }) => (
          <>
            {waiting > 0 && <p className={classes.note}>{progress}</p>}
            <div className={classes.grid} role="group" aria-label={t('uniforms.list.unsaved')}>
              {suggestedGroups.map((group) => (
                <SuggestedCard key={group.groupId} group={group} onSave={() => onSave(group.groupId)} />
              ))}
            </div>
          </>
        )}
      </ListScreen>
      {isExplained && <HowSuggested onClose={() => setIsExplained(false)} />}
    </div>
  );
}

/** The best picture of a group is large; so many others stand below it. */
const small = 4;

function SuggestedCard({ group, onSave }: { group: SuggestedGroup; onSave: () => void }) {
  const { t } = useTranslation();
  const { appearances, lastSeen, bestImage, examples, groupId } = group;
  return (
    <div className={classes.card} data-group={groupId}>
      <UniformPicture url={bestImage} />
      <span className={classes.examples}>
        {examples
          .flatMap((example) => example.bestImage ?? [])
          .slice(1, 1 + small)
          .map((url) => (
            <UniformPicture key={url} url={url} />
          ))}
      </span>
      <span className={classes.name}>
        {t('uniforms.card.seen', { count: appearances, shown: formatCount(appearances) })}
      </span>
      <span className={classes.line}>
        {t('uniforms.card.lastSeen')} <Moment utcMs={lastSeen} timeZone={ownZone()} to="time" />
      </span>
      <Button variant="default" size="compact-sm" onClick={onSave}>
        {t('common.actions.save')}
      </Button>
    </div>
  );
}
