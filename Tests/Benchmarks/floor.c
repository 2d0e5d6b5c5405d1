// The least that prints a cached token: opens the database, selects the row, unseals it with libcrypto, prints it.
//
//   floor FOLDER PROFILE    FOLDER is an ACCT_HOME with a key file
#include <arpa/inet.h>
#include <openssl/evp.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char *const sql =
    "SELECT t.secret, t.home_account_id, t.environment, t.client_id, t.realm, t.target FROM profile AS p "
    "JOIN access_token AS t ON t.home_account_id = p.home_account_id AND t.environment = p.environment "
    "AND t.client_id = p.client_id AND t.realm = p.tenant_id WHERE p.name_key = ? AND t.expires_on > ? LIMIT 1";

// The associated data of the row: the version, then the table and the key's columns, each preceded by its length.
static size_t associated_data(sqlite3_stmt *row, unsigned char *bytes, size_t capacity) {
    const char *parts[] = {"access_token", NULL, NULL, NULL, NULL, NULL};
    for (int column = 1; column <= 5; column++) parts[column] = (const char *)sqlite3_column_text(row, column);
    size_t length = 0;
    bytes[length++] = 2;
    for (int index = 0; index < 6; index++) {
        uint32_t size = (uint32_t)strlen(parts[index]), big = htonl(size);
        if (length + 4 + size > capacity) return 0;
        memcpy(bytes + length, &big, 4);
        memcpy(bytes + length + 4, parts[index], size);
        length += 4 + size;
    }
    return length;
}

static int read_key(const char *folder, unsigned char key[32]) {
    char path[4096];
    snprintf(path, sizeof path, "%s/key", folder);
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    int isWhole = fread(key, 1, 32, file) == 32;
    fclose(file);
    return isWhole;
}

// Sealed: a version byte, 12 bytes of nonce, the text, 16 bytes of tag.
static int unseal(sqlite3_stmt *row, const unsigned char key[32], unsigned char *text) {
    unsigned char data[4096];
    const unsigned char *sealed = sqlite3_column_blob(row, 0);
    int size = sqlite3_column_bytes(row, 0) - 29, length = 0, rest = 0;
    size_t dataSize = associated_data(row, data, sizeof data);
    if (size <= 0 || size > 65536 || dataSize == 0) return 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int isGood = EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, sealed + 1)
        && EVP_DecryptUpdate(context, NULL, &rest, data, (int)dataSize)
        && EVP_DecryptUpdate(context, text, &length, sealed + 13, size)
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, 16, (void *)(sealed + 13 + size))
        && EVP_DecryptFinal_ex(context, text + length, &rest);
    EVP_CIPHER_CTX_free(context);
    return isGood ? length : 0;
}

int main(int argc, char **argv) {
    char path[4096];
    unsigned char key[32];
    static unsigned char token[65536 + 16];
    sqlite3 *database;
    sqlite3_stmt *row;
    if (argc != 3 || !read_key(argv[1], key)) return 64;
    snprintf(path, sizeof path, "%s/acct.sqlite", argv[1]);
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK
        || sqlite3_prepare_v2(database, sql, -1, &row, NULL) != SQLITE_OK)
        return 1;
    sqlite3_bind_text(row, 1, argv[2], -1, SQLITE_STATIC);
    sqlite3_bind_int64(row, 2, time(NULL));
    int length = sqlite3_step(row) == SQLITE_ROW ? unseal(row, key, token) : 0;
    if (length == 0) {
        fprintf(stderr, "floor: no token\n");
        return 1;
    }
    printf("%.*s\n", length, token);
    sqlite3_finalize(row);
    sqlite3_close(database);
    return 0;
}
