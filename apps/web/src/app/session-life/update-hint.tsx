import { useTranslation } from 'react-i18next';
import { updateHintOf, useUpdate } from '../../platform/updates/update-store.ts';
import classes from './session-life.module.css';

// Names of keys are the same in every language, and read from left to right.
const mac = '\u2066Cmd+Shift+R\u2069';
const windows = '\u2066Ctrl+F5\u2069';

/** In the rail: how to load a new version by hand, where it waits or could not be installed. */
export function UpdateHint() {
  const { t } = useTranslation();
  const hint = updateHintOf(useUpdate());
  if (hint === null) return null;
  return (
    <p className={classes.hint} role="status">
      {t(`sessionLife.update.${hint}`, { mac, windows })}
    </p>
  );
}
