import { Button } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '../builder.module.css';

/** Says above the form that nobody hears of the rule any more, and what to do. */
export function UnheardNotice({ onNobody }: { onNobody: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.waits} role="status">
      <IconBellOff size={18} stroke={1.6} aria-hidden="true" />
      <p>{t('alertRules.reachesNobody')}</p>
      <Button variant="default" size="xs" onClick={onNobody}>
        {t('alertRules.notifyNobody')}
      </Button>
    </div>
  );
}
