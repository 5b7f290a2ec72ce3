import { IconCode } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ShellMenu } from './shell-menu.tsx';
import { useSeesDeveloperMenu } from './use-sees-developer-menu.ts';
import classes from '../shell.module.css';

/** Pages of the people who look after the installation. */
export function DeveloperMenu() {
  const { t } = useTranslation();
  if (!useSeesDeveloperMenu()) return null;
  return (
    <ShellMenu kind="developer" className={classes.round} label={t('shell.developer.menu')}>
      <IconCode size={20} stroke={1.5} aria-hidden="true" />
    </ShellMenu>
  );
}
