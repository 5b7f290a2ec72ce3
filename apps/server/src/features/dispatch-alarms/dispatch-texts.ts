import { isolate } from '@sightline/domain/texts/isolate';

type Lang = 'en' | 'he';

/** What people are told of: nobody was sent, or help may come although the alarm was canceled, perhaps as a second alarm. */
export type DispatchNotice = 'nobodySent' | 'maybeSent' | 'stillComing' | 'maybeTwice';

interface About {
  number: number;
  locationName: string;
}

interface Words {
  title: string;
  body: string;
}

const words: Record<Lang, Record<DispatchNotice, (about: About) => Words>> = {
  en: {
    nobodySent: ({ number, locationName }) => ({
      title: 'Nobody was dispatched',
      body: `NoonLight doesn't have alarm ${number} at ${locationName}. Call the emergency services yourself.`,
    }),
    maybeSent: ({ number, locationName }) => ({
      title: 'Dispatch not confirmed',
      body: `NoonLight didn't answer to alarm ${number} at ${locationName}. Call NoonLight, or the emergency services yourself.`,
    }),
    maybeTwice: ({ number, locationName }) => ({
      title: 'Ask whether help is still coming',
      body: `NoonLight canceled alarm ${number} at ${locationName}, but it may have the alarm twice: an earlier try got no answer. Call NoonLight.`,
    }),
    stillComing: ({ number, locationName }) => ({
      title: 'Help may still be coming',
      body: `Alarm ${number} at ${locationName} is canceled here, but NoonLight hasn't confirmed it. Call NoonLight.`,
    }),
  },
  he: {
    nobodySent: ({ number, locationName }) => ({
      title: 'לא הוזנקה עזרה',
      body: `אזעקה ${number} באתר ${locationName} לא התקבלה ב־NoonLight. התקשרו בעצמכם לשירותי החירום.`,
    }),
    maybeSent: ({ number, locationName }) => ({
      title: 'אין אישור להזנקה',
      body: `לא היה מענה מ־NoonLight לאזעקה ${number} באתר ${locationName}. התקשרו אל NoonLight, או בעצמכם לשירותי החירום.`,
    }),
    maybeTwice: ({ number, locationName }) => ({
      title: 'בדקו אם העזרה עדיין בדרך',
      body: `אזעקה ${number} באתר ${locationName} בוטלה ב־NoonLight, אבל ייתכן שהיא רשומה שם פעמיים: ניסיון קודם נשאר ללא מענה. התקשרו אל NoonLight.`,
    }),
    stillComing: ({ number, locationName }) => ({
      title: 'ייתכן שהעזרה עדיין בדרך',
      body: `אזעקה ${number} באתר ${locationName} בוטלה כאן, אבל אין על כך אישור מ־NoonLight. התקשרו אל NoonLight.`,
    }),
  },
};

/** The button of a mail. */
export const openWords: Record<Lang, string> = { en: 'Open the alarms', he: 'פתיחת האזעקות' };

/** What is told, in a language. */
export const dispatchText = (lang: Lang, news: DispatchNotice, { number, locationName }: About): Words =>
  words[lang][news]({ number, locationName: isolate(locationName) });
