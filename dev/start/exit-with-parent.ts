/** Preloaded into the built-in host: ends it when the process that started it ends, even if that was killed. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Otherwise the channel would keep the process alive.
process.channel?.unref();
