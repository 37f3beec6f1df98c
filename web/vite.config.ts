// How the page is built: hashed files that a server may let clients keep for
// ever, nothing inlined, so that the content security policy can be strict.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// The engine for the reader's own browser is no dependency: its package weighs
// 160 MB, of which two files are used. `npm run engine` fetches it.
const ENGINE = 'stockfish-19-lite-single';
const ENGINE_FOLDER = 'node_modules/stockfish';
const hasEngine = existsSync(`${ENGINE_FOLDER}/bin/${ENGINE}.js`);

/** Puts the engine beside the page where it has been fetched. */
function engine(): Plugin {
  return {
    name: 'engine',
    apply: 'build',
    writeBundle() {
      if (!hasEngine) return;
      mkdirSync('dist/engine', { recursive: true });
      for (const ending of ['js', 'wasm']) {
        copyFileSync(`${ENGINE_FOLDER}/bin/${ENGINE}.${ending}`, `dist/engine/${ENGINE}.${ending}`);
      }
      copyFileSync(`${ENGINE_FOLDER}/Copying.txt`, 'dist/engine/COPYING.txt');
    },
  };
}

/** Packs what is worth packing, so that the server need not. */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    closeBundle() {
      for (const folder of ['dist', 'dist/assets', 'dist/engine'].filter(existsSync)) {
        for (const file of readdirSync(folder)) {
          if (!/\.(js|css|html|svg|wasm)$/.test(file)) continue;
          const plain = readFileSync(join(folder, file));
          if (plain.length > 1024) writeFileSync(join(folder, `${file}.gz`), gzipSync(plain, { level: 9 }));
        }
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), engine(), packed()],
  // Read when the page runs, so that one built file can be tried both ways.
  define: { __LOCAL_ENGINE__: JSON.stringify(JSON.stringify(hasEngine ? `/engine/${ENGINE}.js` : null)) },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    chunkSizeWarningLimit: 300,
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } },
  },
  test: {
    include: ['tests/**/*.test.ts'],
    environment: 'node',
  },
});
