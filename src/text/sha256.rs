//! SHA-256 (FIPS 180-4), for the record of what was installed.
//!
//! It guards against accidents and careless edits, not against an attacker who
//! can write beside it; speed does not matter, so this is the standard's text
//! and no more.

/// Round constants: the first 32 bits of the fractional parts of the cube roots
/// of the first 64 primes (FIPS 180-4, 4.2.2).
const K: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/// Initial hash value: the square roots of the first eight primes (5.3.3).
const INITIAL: [u32; 8] = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

const BLOCK: usize = 64;

/// The digest of `bytes` as 64 lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let mut hasher = Sha256::new();
    hasher.update(bytes);
    hasher.finish_hex()
}

/// A digest in the making.
#[derive(Clone, Debug)]
pub struct Sha256 {
    state: [u32; 8],
    block: [u8; BLOCK],
    /// Bytes of the message so far; those of the last, incomplete block are in `block`.
    length: u64,
}

impl Default for Sha256 {
    fn default() -> Self {
        Self::new()
    }
}

impl Sha256 {
    /// The digest of nothing yet.
    pub fn new() -> Sha256 {
        Sha256 {
            state: INITIAL,
            block: [0; BLOCK],
            length: 0,
        }
    }

    /// Takes the next bytes of the message.
    pub fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let filled = (self.length % BLOCK as u64) as usize;
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - filled));
            self.block[filled..filled + now.len()].copy_from_slice(now);
            self.length += now.len() as u64;
            if filled + now.len() == BLOCK {
                self.compress();
            }
            bytes = later;
        }
    }

    /// The digest.
    pub fn finish(mut self) -> [u8; 32] {
        // Padding (5.1.1): a one bit, zeros, the length in bits as the block's last eight bytes.
        let bits = self.length.wrapping_mul(8);
        self.update(&[0x80]);
        while self.length % BLOCK as u64 != BLOCK as u64 - 8 {
            self.update(&[0]);
        }
        self.update(&bits.to_be_bytes());
        let mut digest = [0; 32];
        for (bytes, word) in digest.chunks_exact_mut(4).zip(self.state) {
            bytes.copy_from_slice(&word.to_be_bytes());
        }
        digest
    }

    /// The digest as 64 lower-case hexadecimal digits.
    pub fn finish_hex(self) -> String {
        let mut text = String::with_capacity(64);
        for byte in self.finish() {
            for digit in [byte >> 4, byte & 15] {
                text.push(b"0123456789abcdef"[digit as usize] as char);
            }
        }
        text
    }

    /// Mixes the full block into the state (6.2.2).
    fn compress(&mut self) {
        let mut w = [0_u32; 64];
        for (t, word) in self.block.chunks_exact(4).enumerate() {
            w[t] = u32::from_be_bytes([word[0], word[1], word[2], word[3]]);
        }
        for t in 16..64 {
            let s0 = w[t - 15].rotate_right(7) ^ w[t - 15].rotate_right(18) ^ (w[t - 15] >> 3);
            let s1 = w[t - 2].rotate_right(17) ^ w[t - 2].rotate_right(19) ^ (w[t - 2] >> 10);
            let sum = w[t - 16].wrapping_add(s0).wrapping_add(w[t - 7]);
            w[t] = sum.wrapping_add(s1);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = self.state;
        for t in 0..64 {
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let t1 = h.wrapping_add(s1).wrapping_add(choice);
            let t1 = t1.wrapping_add(K[t]).wrapping_add(w[t]);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let majority = (a & b) ^ (a & c) ^ (b & c);
            (h, g, f, e) = (g, f, e, d.wrapping_add(t1));
            (d, c, b, a) = (c, b, a, t1.wrapping_add(s0).wrapping_add(majority));
        }
        for (word, new) in self.state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(new);
        }
    }
}
