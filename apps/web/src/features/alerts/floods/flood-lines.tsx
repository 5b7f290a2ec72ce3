import type { AlertFlood } from '@sightline/contracts/alerts/alert';
import { Button, Menu } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import classes from '../mutes/mutes.module.css';
import { alertFloods, useEndFlood } from './flood-queries.ts';

interface FloodLinesProps {
  /** Id of the flood whose alerts the queue shows. */
  shownId: string | undefined;
  onShow: (id: string | undefined) => void;
}

/** What is collapsed because there is too much of it, with the ways to see it and to end it; nothing while nothing is. */
export function FloodLines({ shownId, onShow }: FloodLinesProps) {
  const { t } = useTranslation();
  const { data } = useQuery(alertFloods());
  const floods = data?.items ?? [];
  const isGone = shownId !== undefined && data !== undefined && !floods.some(({ id }) => id === shownId);
  if (floods.length === 0 && !isGone) return null;
  return (
    <section className={classes.mutes} aria-label={t('alerts.flood.title')} data-testid="alert-floods">
      <ul className={classes.list}>
        {floods.map((flood) => (
          <FloodLine key={flood.id} flood={flood} isShown={flood.id === shownId} onShow={onShow} />
        ))}
        {isGone && (
          <li className={classes.line}>
            <span className={classes.words}>{t('alerts.flood.empty')}</span>
            <Back onShow={onShow} />
          </li>
        )}
      </ul>
    </section>
  );
}

function FloodLine({
  flood,
  isShown,
  onShow,
}: {
  flood: AlertFlood;
  isShown: boolean;
  onShow: FloodLinesProps['onShow'];
}) {
  const { t } = useTranslation();
  const { id, ruleId, ruleName, cameraName, locationName, open, isOver, timeZone } = flood;
  const name = ruleId === null ? cameraName || locationName : ruleName;
  const nowUtcMs = serverNowUtcMs();
  const first = formatSince(flood.firstAtUtcMs, nowUtcMs, timeZone);
  const last = formatSince(flood.lastAtUtcMs, nowUtcMs, timeZone);
  return (
    <li className={classes.line} data-shown={isShown}>
      <IconStack2 size={16} stroke={1.6} aria-hidden="true" />
      <span className={classes.words} title={locationName}>
        <bdi>{name}</bdi> · {t('alerts.flood.line', { count: open, shown: formatCount(open) })}
        <span className={classes.more}>{t(isOver ? 'alerts.flood.over' : 'alerts.flood.goesOn', { first, last })}</span>
      </span>
      {isShown ? (
        <>
          <EndMenu id={id} />
          <Back onShow={onShow} />
        </>
      ) : (
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={t('alerts.flood.showOf', { name })}
          onClick={() => onShow(id)}
        >
          {t('alerts.flood.show')}
        </Button>
      )}
    </li>
  );
}

function Back({ onShow }: Pick<FloodLinesProps, 'onShow'>) {
  const { t } = useTranslation();
  return (
    <Button variant="subtle" size="compact-md" onClick={() => onShow(undefined)}>
      {t('alerts.flood.back')}
    </Button>
  );
}

const outcomes = ['handled', 'falseAlarm', 'expected'] as const;

/** Ends all that waits of it at once; what somebody else took stays theirs. */
function EndMenu({ id }: { id: string }) {
  const { t } = useTranslation();
  const end = useEndFlood(id);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" size="compact-md" loading={end.isPending}>
          {t('alerts.flood.endAll')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {outcomes.map((outcome) => (
          <Menu.Item key={outcome} onClick={() => end.mutate(outcome)}>
            {t(`alerts.outcome.${outcome}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
