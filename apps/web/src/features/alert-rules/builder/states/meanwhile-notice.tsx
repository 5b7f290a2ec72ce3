import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ownZone } from '../../../../platform/time/own-zone.ts';
import { Moment } from '../../../../ui/time/moment.tsx';
import classes from '../builder.module.css';

/** Someone else saved the rule while it is being changed here: what is typed stays until the person decides. */
export function MeanwhileNotice({ rule, onTake }: { rule: AlertRule; onTake: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.waits} role="alert">
      <IconUsers size={18} stroke={1.6} aria-hidden="true" />
      <p>
        {t('ruleBuilder.edit.meanwhile')} <Moment utcMs={rule.updatedAtUtcMs} timeZone={ownZone()} to="time" />
      </p>
      <Button variant="default" size="xs" onClick={onTake}>
        {t('ruleBuilder.edit.take')}
      </Button>
    </div>
  );
}
