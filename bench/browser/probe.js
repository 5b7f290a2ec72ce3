// Runs in every page before the product does, and writes down what a person would see and when.
// Plain JavaScript: it is handed to the browser as it stands. Times are the page's own clock, milliseconds.
(() => {
  const columns = 20;
  /** So near to the instant that was asked for a picture is of that place and not of the one before the seek. */
  const placeSeconds = 3;
  const marks = {};
  const frames = [];
  const band = document.createElement('canvas');
  band.width = columns;
  band.height = 1;
  const pen = band.getContext('2d', { willReadFrequently: true });
  let waiting = null;
  let readsCounter = false;
  let keepsFrames = false;
  let made = 0;
  let footage = null;
  let seeking = null;

  /** The frame number that test media carry as black and white blocks in the top sixth of the picture; null without. */
  const readCounter = (video) => {
    pen.drawImage(video, 0, 0, video.videoWidth, Math.floor(video.videoHeight / 6), 0, 0, columns, 1);
    const { data } = pen.getImageData(0, 0, columns, 1);
    const light = Array.from({ length: columns }, (_, column) => data[column * 4 + 1] > 125);
    if (!light[0] || light[1] || !light[columns - 1]) return null;
    const bits = light.slice(2, 18);
    if ((bits.filter(Boolean).length % 2 === 1) !== light[18]) return null;
    return bits.reduce((sum, bit) => sum * 2 + (bit ? 1 : 0), 0);
  };

  /** The delay as the tile says it at this moment, ms; null while it says none. */
  const readShownDelay = () => {
    const said = /≥ (\d+) ms/.exec(document.querySelector('[data-testid="video-tile"]')?.textContent ?? '');
    return said === null ? null : Number(said[1]);
  };

  const finish = () => {
    if (!waiting || marks.frame === undefined || marks.visible === undefined) return;
    waiting({ ...marks });
    waiting = null;
  };

  const takeFrame = ({ video, kind, now, metadata }) => {
    const { presentationTime, expectedDisplayTime, receiveTime, captureTime, processingDuration, mediaTime } = metadata;
    const frame = {
      kind,
      now,
      presentationTime,
      expectedDisplayTime,
      receiveTime,
      captureTime,
      processingDuration,
      mediaTime,
    };
    if (kind === 'live' && marks.frame === undefined) Object.assign(marks, { frame: now, received: receiveTime });
    if (readsCounter) frame.counter = readCounter(video);
    if (keepsFrames) frame.shownMs = readShownDelay();
    if (kind === 'footage' && seeking !== null) arriveAt(frame);
    if (keepsFrames) frames.push(frame);
    finish();
  };

  /**
   * The first picture of the place that the player sought, by its time: numbers come again after a few seconds, so that a picture of the
   * place before may well bear the one that was asked for, or one beside it.
   */
  const arriveAt = ({ now, counter, mediaTime }) => {
    const { cycle, startedMs, soughtAt, steps } = seeking;
    const ahead = counter === null ? cycle : (counter - seeking.counter + cycle) % cycle;
    const off = ahead > cycle / 2 ? ahead - cycle : ahead;
    if (counter === null || off < -2 || off > 10) return;
    if (soughtAt === undefined || Math.abs(mediaTime - soughtAt) > placeSeconds) return;
    seeking.resolve({ afterMs: now - startedMs, off, ...steps });
    seeking = null;
  };
  const step = (name) => {
    if (seeking !== null) seeking.steps[name] ??= performance.now() - seeking.startedMs;
  };

  const watch = (video, kind) => {
    video.requestVideoFrameCallback((now, metadata) => {
      takeFrame({ video, kind, now, metadata });
      watch(video, kind);
    });
  };

  // The player makes the element of the live picture first, then that of footage.
  const createElement = document.createElement.bind(document);
  document.createElement = (name, options) => {
    const element = createElement(name, options);
    if (String(name).toLowerCase() === 'video') {
      const kind = made++ % 2 === 0 ? 'live' : 'footage';
      if (kind === 'footage') {
        footage = element;
        element.addEventListener('seeking', () => {
          if (seeking !== null) seeking.soughtAt = element.currentTime;
        });
      }
      watch(element, kind);
    }
    return element;
  };

  const setRemoteDescription = RTCPeerConnection.prototype.setRemoteDescription;
  RTCPeerConnection.prototype.setRemoteDescription = function remember(...given) {
    marks.answer ??= performance.now();
    this.addEventListener('iceconnectionstatechange', () => {
      if (['connected', 'completed'].includes(this.iceConnectionState)) marks.ice ??= performance.now();
    });
    this.addEventListener('connectionstatechange', () => {
      if (this.connectionState === 'connected') marks.connected ??= performance.now();
    });
    return setRemoteDescription.apply(this, given);
  };
  for (const { prototype } of [RTCDataChannel, WebSocket]) {
    const send = prototype.send;
    prototype.send = function remember(data) {
      if (typeof data === 'string' && data.includes('"footage"')) {
        step('asked');
        this.addEventListener('message', (event) => typeof event.data !== 'string' && step('answered'));
      }
      return send.call(this, data);
    };
  }
  const appendBuffer = SourceBuffer.prototype.appendBuffer;
  SourceBuffer.prototype.appendBuffer = function remember(data) {
    // Smaller ones are headers; a fragment with a picture of this size is not.
    if (data.byteLength > 4000 && seeking?.steps.answered !== undefined && seeking.steps.appending === undefined) {
      step('appending');
      this.addEventListener('updateend', () => step('appended'), { once: true });
    }
    return appendBuffer.call(this, data);
  };
  const fetched = window.fetch;
  window.fetch = (...given) => {
    const address = given[0] instanceof Request ? given[0].url : new URL(given[0], location.href).href;
    if (address.includes('/live/offers')) marks.offer ??= performance.now();
    return fetched(...given);
  };

  document.addEventListener('click', (event) => (marks.click ??= event.timeStamp), true);
  new MutationObserver(() => {
    if (marks.tile === undefined && document.querySelector('[data-testid="video-tile"]'))
      marks.tile = performance.now();
    if (marks.shown === undefined && document.querySelector('[data-shows="live"]')) {
      marks.shown = performance.now();
      requestAnimationFrame((now) => {
        marks.visible = now;
        finish();
      });
    }
  }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-shows'] });

  window.bench = {
    marks,
    /** Forgets what was; resolves with the marks of the next live picture that becomes visible. */
    nextPicture: () => {
      for (const key of Object.keys(marks)) delete marks[key];
      return new Promise((resolve) => (waiting = resolve));
    },
    /** The marks of the first live picture of this page, as soon as it is visible. */
    firstPicture: () =>
      new Promise((resolve) => {
        waiting = resolve;
        finish();
      }),
    /** Keeps every frame from now on, with its frame number when asked. */
    keepFrames: (withCounter) => {
      keepsFrames = true;
      readsCounter = withCounter;
      frames.length = 0;
    },
    /** Goes to an instant by its address; resolves when the picture with this number (of `cycle`) is presented. */
    seek: (atUtcMs, counter, cycle) =>
      new Promise((resolve) => {
        readsCounter = true;
        seeking = { counter, cycle, resolve, startedMs: performance.now(), steps: {} };
        history.pushState(null, '', `?at=${atUtcMs}`);
      }),
    /** The number of the picture of footage that is on screen; null while there is none. */
    shownCounter: () => (footage !== null && footage.videoWidth > 0 && !footage.seeking ? readCounter(footage) : null),
    takeFrames: () => ({ frames: frames.splice(0), originMs: performance.timeOrigin }),
    clockOffsets: () => Array.from({ length: 200 }, () => Date.now() - performance.now()),
  };
})();
