import { ApiError, noAnswer } from '../../platform/api/api-error.ts';

/** Sends a file to an address that was made for it alone, which needs no sign-in; `onSent` hears how many bytes have left. */
export const sendFile = (url: string, file: File, onSent: (bytes: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    // `fetch` does not tell how much was sent.
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('content-type', 'text/csv');
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => {
      if (request.status < 300) return resolve();
      const code = request.status === 413 ? 'payload_too_large' : 'internal';
      reject(new ApiError({ code, data: {}, message: code, requestId: null }, request.status));
    };
    request.onerror = () => reject(noAnswer(new TypeError('the file could not be sent')));
    request.send(file);
  });
