import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LogoMark } from '../../ui/logo/logo-mark.tsx';
import { OpenedMenu } from './menus/opened-menu.tsx';
import classes from '../../ui/page/plain-header.module.css';

/** Head of pages outside of the shell for people who are signed in: the way home, and one menu with organization, help and person. */
export function OuterHeader() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <header className={classes.head}>
      <Link to="/" className={classes.brand} aria-label={t('shell.nav.home')}>
        <LogoMark size={32} />
        {t('common.app.name')}
      </Link>
      <OpenedMenu kind="outer" isOpen={isOpen} onChange={setOpen}>
        <button type="button" className={classes.action}>
          <IconMenu2 size={20} stroke={1.5} aria-hidden="true" />
          {t('shell.nav.more')}
        </button>
      </OpenedMenu>
    </header>
  );
}
